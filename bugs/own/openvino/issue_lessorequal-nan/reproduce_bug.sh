conda create -y -n issue_lessorequal-nan python=3.11
conda activate issue_lessorequal-nan
pip install -r requirements.txt pytest
pytest -sx test_issue_lessorequal-nan.py
