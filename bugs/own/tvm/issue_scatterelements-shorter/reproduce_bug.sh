conda create -y -n issue_scatterelements-shorter python=3.11
conda activate issue_scatterelements-shorter
pip install -r requirements.txt pytest
pytest -sx test_issue_scatterelements-shorter.py
