conda create -y -n issue_div-int32-floors python=3.11
conda activate issue_div-int32-floors
pip install -r requirements.txt pytest
pytest -sx test_issue_div-int32-floors.py
