conda create -y -n issue_ndtr-tail python=3.11
conda activate issue_ndtr-tail
pip install -r requirements.txt pytest
pytest -sx test_issue_ndtr-tail.py
