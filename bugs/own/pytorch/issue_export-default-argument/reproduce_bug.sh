conda create -y -n issue_export-default-argument python=3.11
conda activate issue_export-default-argument
pip install -r requirements.txt pytest
pytest -sx test_issue_export-default-argument.py
