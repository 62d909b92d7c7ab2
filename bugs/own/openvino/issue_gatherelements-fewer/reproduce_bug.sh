conda create -y -n issue_gatherelements-fewer python=3.11
conda activate issue_gatherelements-fewer
pip install -r requirements.txt pytest
pytest -sx test_issue_gatherelements-fewer.py
