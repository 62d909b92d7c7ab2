conda create -y -n issue_60827 python=3.11
conda activate issue_60827
pip install -r requirements.txt pytest
pytest -sx test_issue_60827.py
